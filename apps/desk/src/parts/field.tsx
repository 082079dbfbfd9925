import type { ComponentChildren } from 'preact';
import type { Problem } from '../session/problem.js';

/** A label around its control, with a hint or what is wrong. */
export function Field(props: {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      {props.children}
      {props.wrong ? <small class="wrong">{props.wrong}</small> : props.hint && <small>{props.hint}</small>}
    </label>
  );
}

/** The service's message about a field. */
export function wrongIn(error: unknown, field: string): string | undefined {
  return (error as Problem | null)?.fields?.find((one) => one.field === field)?.message;
}
