// Scripts of others, loaded into the page when they are needed; a failed one leaves nothing behind.

export const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`The script ${url} did not load.`))
    }
    document.head.append(script)
  })
