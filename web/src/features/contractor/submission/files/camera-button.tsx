// Takes a photo of an invoice, or of its next page.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { IconCamera } from '../../../../shared/ui/icons.ts'
import classes from './file-field.module.css'

type CameraButtonProps = {
  readonly hasPhotos: boolean
  readonly disabled: boolean
  readonly onTake: (photos: readonly File[]) => void
}

export const CameraButton = ({ hasPhotos, disabled, onTake }: CameraButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        className={classes.camera}
        variant="default"
        disabled={disabled}
        leftSection={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {hasPhotos ? 'Add a photo' : 'Take a photo'}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        data-camera
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onTake([...currentTarget.files])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
