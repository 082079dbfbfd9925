import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';

/** Short facts beside each other; each keeps its own direction, as a room number does in an Arabic line. */
export function Facts({ of }: { of: readonly (string | null | false | undefined)[] }) {
  return (
    <span class="facts">
      {of.filter(Boolean).map((one, index) => (
        <>
          {index > 0 && ' · '}
          <bdi>{one}</bdi>
        </>
      ))}
    </span>
  );
}

/**
 * A record in a list: its picture, what it is, what else is known, and at its end what stands in columns on a desktop.
 * @param props.href where it leads; none for what has no page of its own
 * @param props.choose where it is one of several that can be chosen: instead of leading anywhere
 * @param props.columns short texts, e.g. where it lies and since when
 * @param props.children its buttons
 */
export function Row(props: {
  href?: string;
  isChosen?: boolean | undefined;
  choose?: ((isChosen: boolean) => void) | undefined;
  image?: ComponentChildren;
  title: string;
  sign?: ComponentChildren;
  facts: readonly (string | null | false | undefined)[];
  below?: ComponentChildren;
  columns?: readonly ComponentChildren[];
  marks?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const content = (
    <>
      {props.image}
      <span class="what">
        <strong>
          <bdi>{props.title}</bdi> {props.sign}
        </strong>
        <Facts of={props.facts} />
        {props.below}
      </span>
      <span class="ends">
        {props.columns?.map((one) => (
          <span class="column">{one}</span>
        ))}
        {props.marks && <span class="marks">{props.marks}</span>}
      </span>
    </>
  );
  return (
    <li class="row">
      {props.choose ? (
        <label class="main">
          <input
            type="checkbox"
            checked={props.isChosen}
            onChange={({ currentTarget }) => props.choose!(currentTarget.checked)}
          />
          {content}
        </label>
      ) : props.href ? (
        <Link class="main" href={props.href}>
          {content}
        </Link>
      ) : (
        <div class="main">{content}</div>
      )}
      {props.children && <div class="does">{props.children}</div>}
    </li>
  );
}
