import { readStored, store } from "../../lib/local-storage.ts";

const KEY = "accessToken";

/** The token of the signed-in user, in local storage: specification, section 3. */
export interface AccessToken {
  read(): string | undefined;
  write(token: string): void;
  remove(): void;
}

export const accessToken: AccessToken = {
  read: () => readStored(KEY),
  write: (token) => store(KEY, token),
  remove: () => store(KEY, undefined),
};
