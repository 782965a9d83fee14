// Makes the user names and passwords of devices: short, and without characters that people confuse on a printer's display.
import { randomInt } from 'node:crypto'

const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const USER_NAME_LENGTH = 10
/** About 99 bits. */
const PASSWORD_LENGTH = 20

const randomText = (length: number): string =>
  Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

export const createUserName = (): string => `relay-${randomText(USER_NAME_LENGTH)}`

export const createPassword = (): string => randomText(PASSWORD_LENGTH)
