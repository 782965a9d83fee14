// A drop zone for files. A file dropped outside it must not replace the page.
import { type DragEvent, useEffect, useState } from 'react'

export const useDropZone = (take: (files: FileList) => void) => {
  const [isDragging, setIsDragging] = useState(false)
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsDragging(true)
    },
    onDragLeave: () => setIsDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsDragging(false)
      take(event.dataTransfer.files)
    },
  }
  return { isDragging, dropProps }
}
