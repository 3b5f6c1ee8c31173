import type {
  AuditEntry,
  DeletionPayload,
  InfoPayload,
  Page,
  PasswordPayload,
  RecoveryCodes,
  SettingsPayload,
  TwoFactorProof,
  TwoFactorSetup,
  TwoFactorState,
  User,
  UserSession,
} from "@chartrelay/contract";
import { sendAndSet } from "../../core/beside-loads.ts";
import { forgetSession } from "../../core/session/api.ts";
import { setUser } from "../../core/session/slice.ts";
import type { Thunk } from "../../core/thunk.ts";
import { saveFile } from "../../lib/save-file.ts";

/** Posts a form whose answer is the updated user. @throws what the API answered, when it refuses. */
const postUser = (path: string, payload: unknown) => sendAndSet<User>((client) => client.post(path, payload), setUser);

export const changePassword = (payload: PasswordPayload) => postUser("/users/password", payload);
export const changeInfo = (payload: InfoPayload) => postUser("/users/info", payload);
export const changeSettings = (payload: SettingsPayload) => postUser("/users/settings", payload);

/** Confirms the e-mail address with the token of the mailed link. @throws what the API answered, when it refuses. */
export const confirmEmail = (token: string) => postUser("/auth/email-confirmation/confirm", { token });

const get =
  <Answer>(path: string, query?: Readonly<Record<string, number>>): Thunk<Answer> =>
  (_, __, { client }) =>
    client.get<Answer>(path, query);

const post =
  <Answer>(path: string, payload: unknown): Thunk<Answer> =>
  (_, __, { client }) =>
    client.post<Answer>(path, payload);

/** Has the link that confirms the e-mail address mailed again. @throws what the API answered, when it refuses. */
export const resendConfirmation = () => post<unknown>("/auth/email-confirmation", undefined);

export const fetchSessions = () => get<UserSession[]>("/auth/sessions");

export const endSession =
  (id: string): Thunk =>
  async (_, __, { client }) =>
    client.delete(`/auth/sessions/${encodeURIComponent(id)}`);

export const endOtherSessions =
  (): Thunk =>
  async (_, __, { client }) =>
    client.delete("/auth/sessions");

export const fetchTwoFactor = () => get<TwoFactorState>("/users/me/two-factor");
export const setUpTwoFactor = (password: string) => post<TwoFactorSetup>("/users/me/two-factor/setup", { password });
export const enableTwoFactor = (code: string) => post<RecoveryCodes>("/users/me/two-factor/enable", { code });
export const disableTwoFactor = (proof: TwoFactorProof) => post<unknown>("/users/me/two-factor/disable", proof);
export const renewRecoveryCodes = (proof: TwoFactorProof) =>
  post<RecoveryCodes>("/users/me/two-factor/recovery-codes", proof);

export const AUDIT_PAGE_SIZE = 15;
export const fetchAudit = (page: number) => get<Page<AuditEntry>>("/users/me/audit", { page, size: AUDIT_PAGE_SIZE });

export const downloadExport =
  (): Thunk =>
  async (_, __, { client }) =>
    saveFile(await client.open("/users/me/export"), "chartrelay-data.json");

/** Deletes the user for good, and signs out. @throws what the API answered, when it refuses. */
export const deleteUser =
  (payload: DeletionPayload): Thunk =>
  async (dispatch, _, { client }) => {
    await client.delete("/users/me", payload);
    dispatch(forgetSession());
  };
