// Reads the invoice in a PDF, beside the page. Its answer from the server forbids this worker all requests.
import { readInvoice } from '@invoice-desk/contract/document/read-invoice'
import { getDocument } from 'unpdf/pdfjs'
import { answerWith } from '../../../../shared/browser/ask-worker.ts'

answerWith(async (file: File) => readInvoice(getDocument, new Uint8Array(await file.arrayBuffer())))
