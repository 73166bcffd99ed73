// CSS shows the tab whose id follows the `#` in the address, or otherwise the first tab, so tabs work without scripts.
import type { Content } from '../layout/frame.tsx'

export interface Tab {
  /** The id follows the `#` in the address. */
  readonly id: string
  readonly title: string
  readonly content: Content
}

export function Tabs({ tabs }: { tabs: readonly Tab[] }): Content {
  return (
    <>
      <nav class="tabs" aria-label="Host page">
        <ul>
          {tabs.map(({ id, title }) => (
            <li>
              <a href={`#${id}`} data-tab>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="tab-panels">
        {tabs.map(({ id, content }) => (
          <div class="tab-panel" id={id}>
            {content}
          </div>
        ))}
      </div>
    </>
  )
}
