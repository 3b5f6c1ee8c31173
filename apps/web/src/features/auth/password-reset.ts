/** Resets a forgotten password through a link sent by mail. */
import type { PasswordResetConfirmPayload, PasswordResetPayload } from "@chartrelay/contract";
import { forgetSession } from "../../core/session/api.ts";
import type { Thunk } from "../../core/thunk.ts";

/** Requests the link. Doesn't learn whether there is an account. @throws what the API answered, when it refuses. */
export function askForReset(payload: PasswordResetPayload): Thunk {
  return async (_, __, { client }) => {
    await client.post("/auth/password-reset", payload);
  };
}

/** Sets the password. Ends every session, this browser's too. @throws what the API answered, when it refuses. */
export function confirmReset(payload: PasswordResetConfirmPayload): Thunk {
  return async (dispatch, _, { client }) => {
    await client.post("/auth/password-reset/confirm", payload);
    dispatch(forgetSession());
  };
}
