/** A forgotten password is set anew through a link that is sent by mail. */
import type { PasswordResetConfirmPayload, PasswordResetPayload } from "@chartrelay/contract";
import { forgetSession } from "../../core/session/api.ts";
import type { Thunk } from "../../core/thunk.ts";

/** Asks for the link. Whether there is an account isn't told. @throws what the API answered, when it refuses. */
export function askForReset(payload: PasswordResetPayload): Thunk {
  return async (_, __, { client }) => {
    await client.post("/auth/password-reset", payload);
  };
}

/** Sets the password. It ends every session, this browser's too. @throws what the API answered, when it refuses. */
export function confirmReset(payload: PasswordResetConfirmPayload): Thunk {
  return async (dispatch, _, { client }) => {
    await client.post("/auth/password-reset/confirm", payload);
    dispatch(forgetSession());
  };
}
