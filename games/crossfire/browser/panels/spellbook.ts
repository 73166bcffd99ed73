import {
  createElement,
  createLabelledField,
  createSecondaryButton,
  createSelect,
  setText,
  updateSelect,
} from '../../../../browser/ui/elements.ts'
import { createListRow, RowList } from '../../../../browser/ui/row-list.ts'
import type { Client } from '../client/client.ts'
import type { ClientSpell } from '../client/state/spells.ts'
import type { FaceImages } from '../components/face-image.ts'
import { redrawOn } from '../components/redraw-on.ts'

export function createSpellbookPanel(client: Client, pictures: FaceImages): HTMLElement {
  const school = createSelect({ change: () => frames.requestFrame() }, [['', 'all']])
  const list = createElement('ul.rows.spells')
  const none = createElement('p.quiet', 'No spells yet. Read a spellbook to learn one.')
  const rows = new RowList<ClientSpell, ReturnType<typeof spellRow>>(
    list,
    ({ tag }) => tag,
    (spell) => spellRow(client, pictures, spell),
  )
  const frames = redrawOn(client, ['spells'], () => {
    const { all } = client.spells
    updateSelect(school, [...new Set(all.flatMap(({ paths }) => paths))].sort())
    rows.show(all.filter(({ paths }) => school.value === '' || paths.includes(school.value)))
    none.hidden = all.length > 0
  })
  return createElement('div', createLabelledField('School', school), none, list)
}

function spellRow(client: Client, pictures: FaceImages, spell: ClientSpell) {
  const { tag, name, takes } = spell
  const [details, does] = [createElement('span.detail'), createElement('span.detail')]
  const words = createElement('input', {
    'aria-label': `Text for ${name}`,
    placeholder: 'with',
    maxlength: 100,
  })
  words.hidden = takes === 'none'
  const way = (command: string, title?: string) => {
    const say = () => client.commands.send(`${command.toLowerCase()} ${tag} ${words.value}`)
    return createSecondaryButton(command, say, { 'aria-label': `${command} ${name}`, title })
  }
  const ways = [words, way('Cast'), way('Invoke', 'Cast now in the direction you face')]
  return {
    element: createListRow(pictures.element(spell), name, [details, does], ...ways),
    show(now: ClientSpell) {
      setText(details, factsOf(client, now))
      setText(does, now.message.trim())
    },
  }
}

function factsOf({ stats }: Client, spell: ClientSpell): string {
  const { level, mana, grace, damage, skill, paths, requirements } = spell
  const facts = [
    `level ${level}`,
    mana > 0 && `${mana} power`,
    grace > 0 && `${grace} grace`,
    damage > 0 && `${damage} damage`,
    skill > 0 && stats.skillInfo(skill).name,
    paths.join(', '),
    requirements && `consumes ${requirements}`,
  ]
  return facts.filter(Boolean).join(' · ')
}
