-- By subject in an organization: which identities are one subject of one issuer.
ALTER TABLE identity
  ADD KEY ix_identity_root_subject (root_uid, subject, uid);
