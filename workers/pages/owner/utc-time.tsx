import type { Content } from '../layout/frame.tsx'

/** Shows UTC, accurate to a second. `at`: ISO 8601. */
export function UtcTime({ at }: { at: string }): Content {
  return <time datetime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
}
