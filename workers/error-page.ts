// An error as a page, for people whose browser asked.
import { html } from 'hono/html'
import type { ApiError, ErrorWord } from './error.ts'
import type { Page } from './page.ts'

const titles: { readonly [word in ErrorWord]: string } = {
  invalid: 'This cannot be read',
  unauthorized: 'This is not open to everybody',
  'not-found': 'Not found',
  taken: 'This name is taken',
  'too-large': 'This is too large',
  unsupported: 'This does not work so',
  refused: 'This was refused',
  'slow-down': 'Not so fast',
  unavailable: 'Not at the moment',
}

export function errorPage({ word, message, particulars: { field } }: ApiError): Page {
  return {
    title: titles[word],
    content: html`
<h1>${titles[word]}</h1>
<p>${field === undefined ? '' : html`<code>${field}</code>: `}${message}</p>
<p><a href="/">To all rooms</a></p>`,
  }
}
