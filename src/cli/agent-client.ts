/** Asks the agent: the running one over its listener, else what it left in the data directory. */
import { findServer } from '../stores/server-file.ts'
import { type ControlClient, controlClient } from './control-client.ts'
import { change, type Place } from './place.ts'

/** The agent of the server that runs on this data directory; undefined when none does, or it serves no agent. */
export function runningAgent({ data, settings }: Place): ControlClient | undefined {
  const agent = findServer(data)?.addresses.agent
  return agent === undefined ? undefined : controlClient(agent, settings.token)
}

/** `told` by the running agent, else `here`, where no server starts meanwhile. */
export function askAgent<T>(
  place: Place,
  told: (agent: ControlClient) => Promise<T>,
  here: () => T | Promise<T>,
): Promise<T> {
  return change(
    place,
    () => {
      const agent = runningAgent(place)
      // A server whose agent could not listen: nobody else changes what it left.
      return agent === undefined ? Promise.resolve(here()) : told(agent)
    },
    here,
  )
}
