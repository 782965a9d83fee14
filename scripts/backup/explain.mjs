// Turns errors of the file system into messages that say what to do.
import { UserError } from '../lib/processes.mjs'

/** @type {Record<string, string>} */
const ADVICE = {
  EACCES: "This user isn't allowed to. Run the command as the folder's owner, or change the owner.",
  EPERM: "This user isn't allowed to. Run the command as the folder's owner, or change the owner.",
  EROFS: 'The file system is read-only. Choose another folder, or make it writable.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk space for this user is used up.',
  EEXIST: 'There already is one. Choose another folder, or try again in a few seconds.',
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const explained = async (work) => {
  try {
    return await work()
  } catch (error) {
    const advice = error instanceof Error && 'code' in error && ADVICE[String(error.code)]
    throw advice ? new UserError(`${advice}\n${error.message}`) : error
  }
}
