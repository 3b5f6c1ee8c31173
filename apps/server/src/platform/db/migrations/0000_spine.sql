CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"venue" text NOT NULL,
	"api_key" text,
	"secret_key" text,
	"telegram_chat_id" text,
	"is_demo" boolean NOT NULL,
	"allow_margin" boolean DEFAULT false NOT NULL,
	"key_checked_at" timestamp with time zone,
	"key_refusal" text,
	"key_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"node" integer PRIMARY KEY NOT NULL,
	"decided_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"venue" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"partition" smallint NOT NULL,
	"status" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"response_server_json" text,
	"ticker" text,
	"direction" text,
	"type" text,
	"open" text,
	"quantity" text,
	"extras" jsonb,
	"problems" jsonb,
	"repairs" jsonb,
	"body" "bytea" NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"idempotency_key" text,
	"accepted_by" integer NOT NULL,
	"answer_lost" boolean DEFAULT false NOT NULL,
	"received_at" bigint NOT NULL,
	"committed_at" bigint NOT NULL,
	"sent_at" bigint,
	"answered_at" bigint,
	"notified_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"pro_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"telegram" text,
	"roles" text[] NOT NULL,
	"has_bonus" boolean DEFAULT false NOT NULL,
	"utm_source" text,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "orders_new" ON "orders" USING btree ("partition","account_id","seq") WHERE status = 'NEW';--> statement-breakpoint
CREATE INDEX "orders_answer_lost" ON "orders" USING btree ("account_id","body_hash") WHERE answer_lost;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("account_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");