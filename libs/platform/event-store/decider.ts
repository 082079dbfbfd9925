/** A fact in the past tense: plain JSON, dates as ISO strings. */
export interface DomainEvent {
  type: string;
  data: object;
}

/**
 * The rules of one kind of record as pure functions. `decide` returns the events that a command causes, `evolve` applies an event
 * to the state. No clock, no database: time and facts are passed in with the command.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  initialState: State;
  evolve(state: State, event: Event): State;
  /** @throws DomainError when the command is not allowed */
  decide(command: Command, state: State): Event[];
}
