import type { ComponentChildren } from 'preact';

/** The facts about a record, by name; unknown ones are left out. */
export function FactList({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts-list">
      {of.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
