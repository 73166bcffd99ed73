// A time on the owner page.
import type { Content } from '../layout/frame.tsx'

/** ISO 8601, UTC, to the second. */
export function Time({ at }: { at: string }): Content {
  return <time datetime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
}
