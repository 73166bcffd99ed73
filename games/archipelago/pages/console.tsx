// The console's forms for frequently used commands of the host.
import type { Child } from 'hono/jsx'
import type { ConsoleForm } from '../../game.ts'
import type { SlotsResponse } from '../endpoints/slots.ts'
import { displayName } from './labels.ts'

export function consoleForms(json: string): readonly ConsoleForm[] {
  const { slots }: SlotsResponse = JSON.parse(json)
  const names = slots.map(
    (slot) => [slot.name, `${slot.slot} · ${slot.alias ? displayName(slot) : slot.game}`] as const,
  )
  return [
    {
      title: 'For a slot',
      content: (
        <>
          <LabelledField id="say-slot" label="Slot">
            <input
              id="say-slot"
              name="word"
              required
              list="say-slots"
              maxlength={100}
              autocomplete="off"
              autocapitalize="none"
            />
            <datalist id="say-slots">
              {names.map(([name, words]) => (
                <option value={name}>{words}</option>
              ))}
            </datalist>
          </LabelledField>
          <CommandButtons lines={slotCommands} />
          <LabelledField id="say-rest" label="Item, location or alias, if the command needs one">
            <input id="say-rest" name="rest" maxlength={200} autocomplete="off" />
          </LabelledField>
          <CommandButtons lines={namedCommands} />
        </>
      ),
    },
    { title: 'For the room', content: <CommandButtons lines={roomCommands} /> },
    {
      title: 'Any command',
      content: (
        <>
          <LabelledField id="say-line" label="A command (starts with /), or a message to everybody">
            <input
              id="say-line"
              name="line"
              required
              maxlength={1000}
              autocomplete="off"
              autocapitalize="none"
            />
          </LabelledField>
          <p class="actions">
            <button type="submit">Send</button>
          </p>
        </>
      ),
    },
  ]
}

/** [AP-17.3] */
export function gatheringConsoleForms(): readonly ConsoleForm[] {
  return [
    {
      title: 'Generation',
      content: (
        <>
          <p>
            A worker (<code>packetboat generate</code>) generates the multiworld once the room accepts no more
            files. Without a worker, download the files under Backup, run the generator, and upload its
            output.
          </p>
          <CommandButtons lines={generationCommands} />
        </>
      ),
    },
  ]
}

const generationCommands: CommandList = [
  ['/generation', 'Show the state'],
  ['/retry', 'Generate again'],
]

type CommandList = readonly (readonly [line: string, words: string])[]

const slotCommands: CommandList = [
  ['/release', 'Release'],
  ['/collect', 'Collect'],
  ['/allow_release', 'Allow release'],
  ['/forbid_release', 'Forbid release'],
  ['/unlock', 'Unlock'],
]
const namedCommands: CommandList = [
  ['/hint', 'Send a hint for the item'],
  ['/hint_location', 'Send a hint for the location'],
  ['/send', 'Send the item'],
  ['/send_location', 'Check the location'],
  ['/alias', 'Set the alias'],
]
const roomCommands: CommandList = [
  ['/players', 'Players'],
  ['/status', 'Status'],
  ['/options', 'Options'],
  ['/countdown 10', 'Countdown'],
  ['/datastore', 'Data storage'],
  ['/help', 'Help'],
]

function CommandButtons({ lines }: { lines: CommandList }): Child {
  return (
    <p class="actions">
      {lines.map(([line, words]) => (
        <button type="submit" name="line" value={line} class="second">
          {words}
        </button>
      ))}
    </p>
  )
}

function LabelledField({ id, label, children }: { id: string; label: string; children?: Child }): Child {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
    </div>
  )
}
