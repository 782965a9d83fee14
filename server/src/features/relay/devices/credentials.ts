// Makes the user names and passwords of devices: short, and without characters that people confuse on a printer's display.
import { randomInt } from 'node:crypto'

const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const USER_NAME_LENGTH = 10
/** About 129 bits, so that its hash is as hard to guess as a key. Those from before have 20 characters. */
const PASSWORD_LENGTH = 26

const randomText = (length: number): string =>
  Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

export const createUserName = (): string => `relay-${randomText(USER_NAME_LENGTH)}`

export const createPassword = (): string => randomText(PASSWORD_LENGTH)
