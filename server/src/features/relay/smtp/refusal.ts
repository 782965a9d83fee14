// Answers of the SMTP server that refuse something: a code, and a sentence for the person who reads the device's log.

export class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal'
  readonly responseCode: number
  readonly sentence: string
  /** Of a device that isn't logged in. */
  readonly deviceId: string | undefined

  /** `detail` is an enhanced status code, such as 5.7.1. */
  constructor(
    responseCode: number,
    detail: string,
    sentence: string,
    { deviceId }: { deviceId?: string | undefined } = {},
  ) {
    super(`${detail} ${sentence}`)
    this.responseCode = responseCode
    this.sentence = sentence
    this.deviceId = deviceId
  }
}

export const internalError = (): SmtpRefusal =>
  new SmtpRefusal(451, '4.3.0', 'Something went wrong on our side. Try again later.')
