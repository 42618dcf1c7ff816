-- overlap: yes
-- Anyone may have registered with an email that was never verified. Their password must not open the role or the products that its holder was given since.
UPDATE members SET password_hash = 'none was chosen', access_version = access_version + 1
WHERE email_verified_at IS NULL AND password_hash <> 'none was chosen'
	AND (role = 'staff' OR EXISTS (SELECT FROM grants g WHERE g.member_id = members.id AND g.revoked_at IS NULL));
