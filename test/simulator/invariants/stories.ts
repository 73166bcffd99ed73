// Each event that a game announces is in the timeline once, and counts once in the stories, even if instances are lost.

import { isWorldLineKind } from '../../../durable-objects/model/room-log.ts'
import { type StoryPlayer, tallyNames } from '../../../durable-objects/model/story.ts'
import { displayName } from '../../../durable-objects/room/sessions/session-info.ts'
import type { Game, GameEvent, PlayerTally } from '../../../games/game.ts'
import { violate } from '../core/game-model.ts'

type PlayersCounts = readonly (readonly [player: string, PlayerTally])[]

/** The events that a room's game has announced, including those of lost transactions. */
export class AnnouncedEvents {
  /** The announced events. The index of an event is its number. */
  readonly #events: GameEvent[] = []

  /** A game that records the events it announces, and puts the number of each event before its text. */
  recorded(game: Game): Game {
    return {
      ...game,
      openWorld: (store, context, ...rest) => {
        const announce = (event: GameEvent) => {
          const number = this.#events.push(event) - 1
          context.announce({ ...event, text: `${number}: ${event.text}` })
        }
        return game.openWorld(store, { ...context, announce }, ...rest)
      },
    }
  }

  /**
   * Throws an `InvariantError` if the counts of the durable stories differ from the events in the durable timeline.
   * Returns the timeline's texts without numbers.
   */
  check(texts: readonly string[], players: readonly StoryPlayer[]): readonly string[] {
    const lines = texts.map((text) => /^(\d+): (.*)$/su.exec(text) ?? [text, undefined, text])
    const numbers = lines.flatMap(([, number]) => (number === undefined ? [] : Number(number)))
    const twice = numbers.find((number, at) => numbers.indexOf(number) < at)
    if (twice !== undefined) violate('an event is in the timeline once', this.#events[twice]!.text)
    this.#compare(
      this.#expected(numbers.map((number) => this.#events[number]!)),
      players.map((player) => [player.player, player]),
    )
    return lines.map(([, , text]) => text!)
  }

  /** The results of a match replace the counts of its events. */
  #expected(events: readonly GameEvent[]): PlayersCounts {
    const ended: PlayersCounts[] = []
    let current: PlayersCounts[] = []
    for (const { counts = {}, results } of events) {
      current.push(Object.entries(counts))
      if (!results) continue
      ended.push(results.players.map(({ player, ...counts }) => [player, counts]))
      current = []
    }
    return [...ended, ...current].flat()
  }

  #compare(expected: PlayersCounts, players: PlayersCounts): void {
    const wanted = this.#sums(expected)
    const counted = this.#sums(players)
    for (const key of new Set([...wanted.keys(), ...counted.keys()]))
      if (wanted.get(key) !== counted.get(key))
        violate(
          'an event counts once in a story',
          `${counted.get(key) ?? 0} of ${wanted.get(key) ?? 0} ${key} are counted`,
        )
  }

  /** Sums by count and player, without the counts of events that the timeline does not contain. */
  #sums(players: PlayersCounts): ReadonlyMap<string, number> {
    const unshown = this.#events.flatMap(({ kind, counts = {} }) =>
      isWorldLineKind(kind) ? [] : Object.values(counts).flatMap((each) => Object.keys(each)),
    )
    const sums = new Map<string, number>()
    for (const [player, counts] of players)
      for (const name of tallyNames) {
        const count = counts[name] ?? 0
        if (count === 0 || unshown.includes(name)) continue
        const key = `${name} of ${displayName(player)}`
        sums.set(key, (sums.get(key) ?? 0) + count)
      }
    return sums
  }
}
