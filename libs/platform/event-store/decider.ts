/** A fact in the past tense: plain JSON, dates as ISO strings. */
export interface DomainEvent {
  type: string;
  data: object;
}

/**
 * The rules of one kind of record as pure functions. `decide` says what a command makes happen, `evolve` what an event
 * means for the state. No clock, no database: time and facts come in with the command.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  initialState: State;
  evolve(state: State, event: Event): State;
  /** @throws DomainError when the command may not happen */
  decide(command: Command, state: State): Event[];
}
