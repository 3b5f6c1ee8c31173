CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"venue" text NOT NULL,
	"api_key" text,
	"secret_key" text,
	"telegram_chat_id" text,
	"is_demo" boolean NOT NULL,
	"allow_margin" boolean DEFAULT false NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"on_unknown_outcome" text DEFAULT 'wait' NOT NULL,
	"key_version" integer DEFAULT 1 NOT NULL,
	"key_checked_at" timestamp with time zone,
	"key_refusal" text,
	"key_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb NOT NULL,
	"address" text,
	"agent" text
);
--> statement-breakpoint
CREATE TABLE "deployment" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "deployment_has_one_row" CHECK ("deployment"."is_only")
);
--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_places" (
	"user_id" uuid NOT NULL,
	"place" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_places_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "retired_keys" (
	"account_id" text NOT NULL,
	"key_version" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"partition" smallint NOT NULL,
	"api_key" text NOT NULL,
	"secret_key" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"retired_at" timestamp with time zone NOT NULL,
	CONSTRAINT "retired_keys_account_id_key_version_pk" PRIMARY KEY("account_id","key_version")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"enabled_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"address" text,
	"agent" text
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"pro_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telegram_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"account_id" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"blocked_until" timestamp with time zone,
	"forgotten_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"taken_over_at" timestamp with time zone,
	"full_name" text NOT NULL,
	"telegram" text,
	"roles" text[] NOT NULL,
	"has_bonus" boolean DEFAULT false NOT NULL,
	"utm_source" text,
	"password_hash" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"notifications" text DEFAULT 'all' NOT NULL,
	"telegram_user_id" text,
	"telegram_chat_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_ids" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"sealed_id" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"works_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "write_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"filler" "bytea"
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alerts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"chat_id" text,
	"status" text NOT NULL,
	"reason" text,
	"message" text,
	"json" text,
	"received_at" bigint NOT NULL,
	"notified_at" bigint
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"id" text PRIMARY KEY NOT NULL,
	"problem" text,
	"problem_at" bigint,
	"migrated_to" text
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"queue" text NOT NULL,
	"partition" smallint NOT NULL,
	"language" text NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"key" text,
	"order_id" uuid,
	"alert_id" uuid,
	"status" text DEFAULT 'NEW' NOT NULL,
	"stage" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"parts_sent" smallint DEFAULT 0 NOT NULL,
	"digest_id" uuid,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	"answered_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestones" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"position" integer NOT NULL,
	"seq" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "milestones_user_id_list_position_pk" PRIMARY KEY("user_id","list","position")
);
--> statement-breakpoint
CREATE TABLE "order_count_mark" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"counted_to" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_counts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"last_order_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"signal_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"venue" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"partition" smallint NOT NULL,
	"status" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"key_version" integer,
	"response_server_json" text,
	"ticker" text,
	"direction" text,
	"type" text,
	"open" text,
	"quantity" text,
	"extras" jsonb,
	"received_at" bigint NOT NULL,
	"committed_at" bigint NOT NULL,
	"sent_at" bigint,
	"answered_at" bigint,
	"notified_at" bigint,
	"is_notified" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"node" integer PRIMARY KEY NOT NULL,
	"decided_before" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resends" (
	"signal_id" uuid PRIMARY KEY NOT NULL,
	"resend" uuid NOT NULL,
	"node" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "signals_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"body" "bytea",
	"used_old_id" boolean DEFAULT false NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"idempotency_key" text,
	"other_fields" jsonb,
	"problems" jsonb,
	"repairs" jsonb,
	"accepted_by" integer NOT NULL,
	"answer_lost" boolean DEFAULT false NOT NULL,
	"received_at" bigint NOT NULL,
	"received_at_monotonic" bigint DEFAULT 0 NOT NULL,
	"received_at_database" bigint DEFAULT (extract(epoch from clock_timestamp()) * 1000000)::bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"language" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_notifications_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"transaction_id" bigint,
	"order_id" uuid,
	"received_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"content_type" text NOT NULL,
	"body" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"code" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"transaction_id" bigint PRIMARY KEY NOT NULL,
	"payment_transaction_id" bigint NOT NULL,
	"kind" text DEFAULT 'refund' NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"transaction_id" bigint PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"is_test" boolean NOT NULL,
	"source" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments_listed" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_listed_has_one_row" CHECK ("payments_listed"."is_only")
);
--> statement-breakpoint
CREATE TABLE "subscription_grants" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_grants_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"transaction_id" bigint,
	"plan" text,
	"given_by" text,
	"reverts_seq" bigint
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_places" ADD CONSTRAINT "known_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_codes" ADD CONSTRAINT "telegram_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_codes" ADD CONSTRAINT "telegram_codes_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_codes" ADD CONSTRAINT "telegram_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_ids" ADD CONSTRAINT "webhook_ids_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_user" ON "audit_log" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_token" ON "password_resets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "retired_keys_user" ON "retired_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "telegram_codes_user" ON "telegram_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "telegram_codes_session" ON "telegram_codes" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "throttles_forgotten" ON "throttles" USING btree ("forgotten_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_ids_account" ON "webhook_ids" USING btree ("account_id",(works_until is null));--> statement-breakpoint
CREATE INDEX "webhook_ids_ending" ON "webhook_ids" USING btree ("works_until") WHERE works_until is not null;--> statement-breakpoint
CREATE INDEX "alerts_of_user" ON "alerts" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "messages_new" ON "messages" USING btree ("partition","queue","seq") WHERE status = 'NEW';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_key" ON "messages" USING btree ("key") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "messages_of_user" ON "messages" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "orders_to_notify" ON "orders" USING btree ("partition","seq") WHERE status <> 'NEW' and not is_notified;--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("partition","account_id","seq") WHERE status = 'NEW';--> statement-breakpoint
CREATE INDEX "signals_of_user" ON "signals" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "signals_used_old_id" ON "signals" USING btree ("account_id","received_at") WHERE used_old_id;--> statement-breakpoint
CREATE INDEX "signals_answer_lost" ON "signals" USING btree ("account_id","body_hash") WHERE answer_lost;--> statement-breakpoint
CREATE UNIQUE INDEX "signals_idempotency" ON "signals" USING btree ("account_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "consents_user" ON "consents" USING btree ("user_id","document");--> statement-breakpoint
CREATE INDEX "payment_notifications_transaction" ON "payment_notifications" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_notifications_order" ON "payment_notifications" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_orders_user" ON "payment_orders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_orders_open" ON "payment_orders" USING btree ("created_at") WHERE paid_at is null;--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_transaction_id");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","recorded_at");--> statement-breakpoint
CREATE INDEX "payments_recorded" ON "payments" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "subscription_grants_user" ON "subscription_grants" USING btree ("user_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_grants_payment" ON "subscription_grants" USING btree ("transaction_id","kind");