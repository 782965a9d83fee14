// A hidden frame that retrieves intents, so the app's page itself needs no access to the sandbox.
import { answerCalls, sendToPage } from '../../web/scripts/frame-side.js'
import { callApi } from './api.js'

answerCalls({
  retrieve: ({ key, clientSecret }) => {
    const [id = ''] = clientSecret.split('_secret_')
    const path = `payment_intents/${encodeURIComponent(id)}`
    return callApi(key, 'GET', path, { client_secret: clientSecret })
  },
})
sendToPage('loaded')
