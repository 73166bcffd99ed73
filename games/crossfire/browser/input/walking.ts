// A press takes a step at once, and holding takes further steps. Two held directions combine into a diagonal. Running
// and firing continue until the key is released.
import { type Direction, directions, offsetOf } from '../../model/definitions/directions.ts'
import { type CommandDirection, type CommandSender, commandDirections } from '../client/state/commands.ts'

/** 0 if both components are 0. */
export function directionOfOffset(dx: number, dy: number): CommandDirection {
  const leads = (direction: Direction) => {
    const step = offsetOf(direction)
    return step.dx === Math.sign(dx) && step.dy === Math.sign(dy)
  }
  return directions.find(leads) ?? 0
}

/** A key that is pressed for at least this time counts as held. */
const minHoldMs = 180
/** Interval of the checks whether the next step can be sent. */
const pollMs = 30

type Act = 'walk' | 'run' | 'fire'
type WalkCommands = Pick<CommandSender, 'step' | 'resend' | 'hold' | 'stop'>

export class HeldWalking {
  readonly #commands: WalkCommands
  readonly #walks = new Set<CommandDirection>()
  #goesOn: { readonly act: 'run' | 'fire'; readonly way: CommandDirection } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(commands: WalkCommands) {
    this.#commands = commands
  }

  hold(act: Act, way: CommandDirection): void {
    if (act !== 'walk') {
      if (this.#goesOn?.act === act && this.#goesOn.way === way) return
      this.#goesOn = { act, way }
      return this.#commands.hold(act, way)
    }
    if (this.#walks.has(way)) return
    this.#walks.add(way)
    const direction = this.#way
    if (direction > 0) this.#commands.step(direction)
    this.#waitFor(minHoldMs)
  }

  release(act: Act, way: CommandDirection): void {
    if (act === 'walk') {
      this.#walks.delete(way)
      if (this.#walks.size === 0) this.#waitFor(undefined)
    } else if (this.#goesOn?.act === act && this.#goesOn.way === way) {
      this.#goesOn = undefined
      this.#commands.stop()
    }
  }

  stop(): void {
    this.#walks.clear()
    this.#waitFor(undefined)
    this.#goesOn = undefined
    this.#commands.stop()
  }

  /** 0 if the held keys cancel out. */
  get #way(): CommandDirection {
    let [x, y] = [0, 0]
    for (const way of this.#walks) {
      const { dx, dy } = offsetOf(way as Direction)
      x += dx
      y += dy
    }
    return directionOfOffset(x, y)
  }

  #waitFor(ms: number | undefined): void {
    clearTimeout(this.#timer)
    this.#timer = ms === undefined ? undefined : setTimeout(() => this.#continueWalking(), ms)
  }

  #continueWalking(): void {
    const direction = this.#way
    if (direction > 0) this.#commands.resend(commandDirections[direction])
    this.#waitFor(pollMs)
  }
}
