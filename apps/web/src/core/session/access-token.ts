import { readStored, store } from "../../lib/local-storage.ts";

/** Its key in local storage. */
export const ACCESS_TOKEN = "accessToken";

/** The token of the signed-in user, in local storage: specification, section 3. */
export interface AccessToken {
  read(): string | undefined;
  write(token: string): void;
  remove(): void;
}

export const accessToken: AccessToken = {
  read: () => readStored(ACCESS_TOKEN),
  write: (token) => store(ACCESS_TOKEN, token),
  remove: () => store(ACCESS_TOKEN, undefined),
};
