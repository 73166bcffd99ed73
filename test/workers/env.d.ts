// The type of `env` of cloudflare:workers in the tests.
declare namespace Cloudflare {
  interface Env extends TestEnv {}
  interface GlobalProps {
    mainModule: typeof import('./worker.ts')
  }
}
type TestEnv = import('../../durable-objects/env.ts').Env & {
  readonly TIMED: DurableObjectNamespace<import('../../durable-objects/room/room-object.ts').RoomObject>
}
