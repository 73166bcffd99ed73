// An error as a page, for people whose browser asked: what is wrong, and what to do next.
import type { ApiError, ErrorWord } from '../answers/error.ts'
import type { Page } from './frame.tsx'

const titles: { readonly [word in ErrorWord]: string } = {
  invalid: 'This cannot be read',
  unauthorized: 'This is not open to everybody',
  'not-found': 'Not found',
  timeout: 'The request took too long',
  taken: 'This name is taken',
  'too-large': 'This is too large',
  unsupported: 'This does not work so',
  refused: 'This was refused',
  'slow-down': 'Not so fast',
  unavailable: 'Not at the moment',
}

const next: { readonly [word in ErrorWord]: string } = {
  invalid: 'Go back, mend what is named above, and try again.',
  unauthorized: 'Open the host link that was shown when the room was made, or ask who has it.',
  'not-found': 'The address may be misspelt, or the room was deleted by its host.',
  timeout: 'Check your connection, and try again.',
  taken: 'Go back and choose another.',
  'too-large': 'Go back and choose a smaller file.',
  unsupported: 'Begin at the list of all rooms.',
  refused: 'Go back, change what is named above, and try again.',
  'slow-down': 'Wait a minute, and try again.',
  unavailable: 'Nothing is lost. Wait a moment, and try again.',
}

export function errorPage({ word, message, particulars: { field } }: ApiError): Page {
  return {
    title: titles[word],
    content: (
      <>
        <h1>{titles[word]}</h1>
        <p class={field === undefined ? 'sentence' : undefined}>
          {field !== undefined && (
            <>
              <code>{field}</code>
              {': '}
            </>
          )}
          {message}
        </p>
        <p class="quiet">{next[word]}</p>
        <p>
          <a href="/">To all rooms</a>
        </p>
      </>
    ),
  }
}
