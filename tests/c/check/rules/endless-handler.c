// Handlers that may go on for ever take away what comes after them: the answer says that they are taken to end.
// proved: --property endless-handler.spec
// says: a loop or recursion of the property: is taken to end
// proved: --property endless-recursion.spec
// says: a loop or recursion of the property: is taken to end
// bug: --property counting-handler.spec
void lock(int);
void unlock(int);
int main(void)
{
    lock(1);
    unlock(1);
    return 0;
}
