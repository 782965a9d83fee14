// What tests of the settings send to providers, and how long they wait for an answer.

/** Long enough for every kind of token. No provider knows it. */
export const MADE_UP_TOKEN = 'test-of-the-settings-0000000000000000000000000'
export const TEST_TIMEOUT_MS = 10_000
