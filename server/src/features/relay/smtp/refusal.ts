// Answers of the SMTP server that refuse something: a code, and a sentence for the person who reads the device's log.

export class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal'
  readonly responseCode: number
  readonly sentence: string
  /** The device that was named, if it isn't logged in. */
  readonly deviceId: string | undefined

  /** `status` is a code and an enhanced one, such as `550 5.7.1`. */
  constructor(status: string, sentence: string, deviceId?: string) {
    super(`${status.slice(4)} ${sentence}`)
    this.responseCode = Number(status.slice(0, 3))
    this.sentence = sentence
    this.deviceId = deviceId
  }
}

export const internalError = (): SmtpRefusal =>
  new SmtpRefusal('451 4.3.0', 'Something went wrong on our side. Try again later.')
