import type { ApiError, ErrorCode } from '../../api/responses/api-error.ts'
import type { Page } from './frame.tsx'

const titles: { readonly [word in ErrorCode]: string } = {
  invalid: 'Invalid request',
  unauthorized: 'Not authorized',
  'not-found': 'Not found',
  timeout: 'The request took too long',
  taken: 'Name taken',
  'too-large': 'Too large',
  unsupported: 'Unsupported request',
  refused: 'Request refused',
  'slow-down': 'Too many requests',
  unavailable: 'Temporarily unavailable',
}

const nextSteps: { readonly [word in ErrorCode]: string } = {
  invalid: 'Go back, correct the field above, and try again.',
  unauthorized: 'Open the host link, or ask the host of the room for it.',
  'not-found': 'Check the address. If it is the address of a room, its host may have deleted the room.',
  timeout: 'Check your connection and try again.',
  taken: 'Go back and choose another name.',
  'too-large': 'Go back and choose a smaller file.',
  unsupported: 'Start from the list of rooms.',
  refused: 'Go back, change the field above, and try again.',
  'slow-down': 'Wait a minute and try again.',
  unavailable: 'Nothing was lost. Wait a moment and try again.',
}

export function errorPage({ code, status, sentence, details: { field } }: ApiError): Page {
  // The request bypassed the site's front proxy. The error's sentence already says what to do, and a link would fail
  // like the request.
  const isInternal = status === 403
  const title = isInternal ? 'Internal port' : titles[code]
  return {
    title,
    content: (
      <>
        <h1>{title}</h1>
        <p class={field === undefined ? 'sentence' : undefined}>
          {field !== undefined && (
            <>
              <code>{field}</code>
              {': '}
            </>
          )}
          {sentence}
        </p>
        {!isInternal && (
          <>
            {!/\btry again\b/.test(sentence) && <p class="quiet">{nextSteps[code]}</p>}
            <p>
              <a href="/">All rooms</a> · <a href="/docs">Documents</a>
            </p>
          </>
        )}
      </>
    ),
  }
}
