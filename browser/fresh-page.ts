// The page that this is, kept fresh: whatever of its scripts hears that something is new.
import { Fresh } from './fresh.ts'

export const freshPage = new Fresh((has) =>
  fetch(location.href, { headers: { accept: 'text/html', ...(has && { 'if-none-match': has }) } }),
)
