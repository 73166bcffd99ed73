import type { Content } from './frame.tsx'

export function OwnerLink({ link }: { link: string }): Content {
  return (
    <section class="keep" data-host={link}>
      <h2>Save this link. It is shown only once.</h2>
      <p>Everybody with this link is the room's host. This browser remembers it.</p>
      <p>
        <code data-copy>{link}</code>
      </p>
      <p>
        <a href={link} data-download hidden>
          Save as a file
        </a>
      </p>
    </section>
  )
}
