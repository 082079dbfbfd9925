import type { ComponentChildren } from 'preact';
import { useWrong } from './form.js';

/** A label around its control, with a hint or what is wrong. @param props.path of the field in what the form sends */
export function Field(props: {
  label: string;
  hint?: string | undefined;
  path?: string | undefined;
  children: ComponentChildren;
}) {
  const wrong = useWrong(props.path);
  return (
    <label class="field">
      <span>{props.label}</span>
      {props.children}
      {wrong ? <small class="wrong">{wrong}</small> : props.hint && <small>{props.hint}</small>}
    </label>
  );
}
