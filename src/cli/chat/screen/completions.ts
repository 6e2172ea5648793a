import { CombinedAutocompleteProvider, type SlashCommand as Completed } from '@earendil-works/pi-tui';
import type { SlashContext } from '../slash/command.ts';
import { slashCommands } from '../slash/table.ts';

/** Commands and what they take; with Tab also paths of files. */
export function completionsOf(
  context: () => SlashContext | undefined,
  folder: string,
): CombinedAutocompleteProvider {
  const commands = Object.entries(slashCommands).map(
    ([name, { takes, does, choices }]): Completed => ({
      name,
      description: does,
      ...(takes !== undefined && { argumentHint: takes }),
      ...(choices && {
        async getArgumentCompletions(begun: string) {
          const now = context();
          const all = now ? await choices(now).catch(() => []) : [];
          return all
            .filter(({ value }) => value.includes(begun))
            .map(({ value, about }) => ({
              value,
              label: value,
              ...(about !== undefined && { description: about }),
            }));
        },
      }),
    }),
  );
  return new CombinedAutocompleteProvider(commands, folder);
}
