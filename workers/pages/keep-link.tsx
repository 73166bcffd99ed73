// A host link as it is shown, once.
import type { Content } from './frame.tsx'

/** A host link, which is shown once. */
export function KeepLink({ link }: { link: string }): Content {
  return (
    <section class="keep" data-host={link}>
      <h2>Keep this link. It is shown once.</h2>
      <p>Who has it is the room's host. This browser keeps it, too.</p>
      <p>
        <code data-copy>{link}</code>
      </p>
      <p>
        <a href={link} data-download hidden>
          Save it as a file
        </a>
      </p>
    </section>
  )
}
