// The CPU time of one Arcane Sector picture in plain Node.
import { generate } from '../../games/arcane-sector/builtin/generator/index.ts'
import { drawArt } from '../../games/arcane-sector/view/art/art.ts'
import type { ViewInput, Viewpoint } from '../../games/arcane-sector/view/first-person/view-input.ts'
import { PlayerView, screenSize } from '../../games/arcane-sector/view/player-view.ts'
import type { Bench } from '../bench.ts'
import { figures, viewpoints } from './figures.ts'

const [warm, taken] = [40, 60]

export const renderingBench: Bench = {
  name: 'rendering',
  description: "Arcane Sector's view in plain Node: CPU time of one picture, and of drawing all art",
  figures,
  async run(rounds, samples, onProgress) {
    const { terrain, variants } = generate(1)
    const land = { kinds: terrain, looks: variants ?? new Uint8Array(terrain.length) }
    for (let round = 1; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}`)
      let view!: PlayerView
      const artMs = spentMs(() => {
        view = new PlayerView(drawArt())
      })
      samples.add('art', artMs)
      for (const [place, eye] of Object.entries(viewpoints)) samples.add(place, pictureMs(view, land, eye))
    }
  },
}

function pictureMs(view: PlayerView, land: ViewInput['land'], eye: Viewpoint): number {
  const into = new Uint8ClampedArray(screenSize.width * screenSize.height * 4)
  const input: ViewInput = {
    ...{ land, eye, piles: [], mobs: [], slots: [], portrait: 0 },
    vitals: { hp: 31, hpMax: 40, mana: 22, manaMax: 60 },
    lines: [{ text: 'Welcome Ann to \x12Arcane Sector\x0f!', age: 0 }],
  }
  for (let n = 0; n < warm; n++) view.draw(input, into)
  const spent = spentMs(() => {
    for (let n = 0; n < taken; n++) view.draw(input, into)
  })
  return spent / taken
}

/** Measures CPU time, because wall time would depend on other processes. */
function spentMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
