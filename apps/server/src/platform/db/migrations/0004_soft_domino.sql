CREATE TABLE "first_steps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"message_built_at" timestamp with time zone,
	"test_order_id" uuid,
	"alerted_at" timestamp with time zone,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "first_steps" ADD CONSTRAINT "first_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;