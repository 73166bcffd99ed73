import type { Content } from './frame.tsx'

/**
 * The container can be scrolled sideways with the pointer and the keyboard. `label`: the table's name for screen
 * readers. `numbersFrom`: the index of the first column of numbers. `children`: the rows of the body.
 */
export function ScrollableTable({
  label,
  heads,
  numbersFrom = heads.length,
  class: tableClass,
  children,
}: {
  label: string
  heads: readonly string[]
  numbersFrom?: number
  class?: string
  children?: Content
}): Content {
  return (
    <section class="wide" aria-label={label} tabindex={0}>
      <table class={tableClass}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th scope="col" class={at < numbersFrom ? undefined : 'number'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
