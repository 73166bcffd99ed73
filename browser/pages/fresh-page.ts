// The page that this is, kept fresh: whatever of its scripts hears that something is new. What the site keeps for others is
// not wanted.
import { Fresh } from './fresh.ts'

export const freshPage = new Fresh((has) =>
  fetch(location.href, {
    cache: 'no-store',
    headers: { accept: 'text/html', ...(has && { 'if-none-match': has }) },
  }),
)
