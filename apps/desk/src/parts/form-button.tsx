import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { DialogButton } from './dialog.js';
import { Form } from './form.js';

/**
 * A button that opens a form in a dialog, which closes once it is sent.
 * @param props.name as of a Form. @param props.submit the form's button; `text` by default
 */
export function FormButton(props: {
  name: string;
  text: string;
  submit?: string;
  class?: string;
  isOpen?: boolean;
  send: (given: FormData) => Promise<unknown>;
  children: ComponentChildren;
}) {
  return (
    <DialogButton text={props.text} title={props.text} class={props.class} isOpen={props.isOpen}>
      {(close) => (
        <Form name={props.name} send={(given) => props.send(given).then(close)}>
          {props.children}
          <Button type="submit" class="primary wide">
            {props.submit ?? props.text}
          </Button>
        </Form>
      )}
    </DialogButton>
  );
}
