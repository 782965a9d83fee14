// Turns a photo that the browser can decode into an upright JPEG of moderate size.
import { answerWith } from '../../../../shared/browser/ask-worker.ts'
import { paintJpeg } from './paint.ts'

answerWith(async (file: File) => paintJpeg(await createImageBitmap(file)))
