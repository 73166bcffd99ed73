// The bench's end of the two processes: the one honest player is in another than those who attack him.
import { join } from 'node:path'
import { CrowdChannel } from '../crowd-channel.ts'

/** What is done to a room, by its game. */
export const attacks = {
  'archipelago says': '20,000 Says in a frame, of 1 MiB',
  'archipelago bounce': 'a Bounce of 100,000 tags',
  'archipelago data': 'Bounces of 900 kB to 20 others',
  'crossfire commands': 'say and info, as fast as they are taken',
  'crossfire askface': 'askface of every face, as fast as they are taken',
  'soaprun draws': 'DrFl, as fast as they are taken',
  'arcane-sector flood': 'MOVE and SAYS, as fast as they are taken',
  'doom-2077 datagrams': 'MOVE, CHAT, FIRE and PING, 4,000 datagrams a second each',
} as const
export type Attack = keyof typeof attacks

export const attackNames = Object.keys(attacks) as readonly Attack[]

/** Where the room is: a port, or of Archipelago the sidecar's `http:` address, and its players' slots. */
export interface Target {
  readonly port: number
  readonly slots: readonly { readonly name: string; readonly game: string }[]
}

export type Command =
  | { readonly type: 'enter'; readonly attack: Attack; readonly target: Target }
  | { readonly type: 'ask'; readonly answers: number }
  | { readonly type: 'begin'; readonly attack: Attack; readonly target: Target; readonly count: number }
  | { readonly type: 'end' }

export type Reply =
  | { readonly type: 'entered' }
  /** Milliseconds from each question to its answer. */
  | { readonly type: 'asked'; readonly waits: readonly number[] }
  | { readonly type: 'begun' }
  | { readonly type: 'ended' }

export class CrowdProcess {
  readonly #channel = new CrowdChannel<Command, Reply>(join(import.meta.dirname, 'crowd.ts'))

  /** The honest player comes in. */
  async enter(attack: Attack, target: Target): Promise<void> {
    await this.#channel.tell({ type: 'enter', attack, target }, 'entered')
  }

  /** He asks, one thing after another, as fast as a player does. */
  async ask(answers: number): Promise<readonly number[]> {
    return (await this.#channel.tell({ type: 'ask', answers }, 'asked')).waits
  }

  /** So many attackers come in, with whom they mean to drown, and go on until `leave`. */
  async begin(attack: Attack, target: Target, count: number): Promise<void> {
    await this.#channel.tell({ type: 'begin', attack, target, count }, 'begun')
  }

  async leave(): Promise<void> {
    await this.#channel.tell({ type: 'end' }, 'ended')
  }

  end(): void {
    this.#channel.end()
  }
}
